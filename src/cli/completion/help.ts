export const COMPLETION_HELP = `\
Prints what makes a shell complete the commands of paper, their options and names of files.

  paper completion SHELL

  bash    source <(paper completion bash)                               in ~/.bashrc
  zsh     source <(paper completion zsh)                                in ~/.zshrc, after compinit
  fish    paper completion fish > ~/.config/fish/completions/paper.fish`

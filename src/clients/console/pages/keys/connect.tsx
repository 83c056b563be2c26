/** Code to paste that uses a key, in a few languages. */
import { useState } from 'preact/hooks'
import { Choice, Copy } from '../../ui/button'
import { SNIPPETS, type SnippetFacts, type SnippetName, snippetOf } from './snippets'
import { keysText } from './text'

const NAMES: Readonly<Record<SnippetName, string>> = {
  env: '.env',
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
}

export function Connect({ facts }: { readonly facts: SnippetFacts }) {
  const say = keysText()
  const [name, setName] = useState<SnippetName>('env')
  const text = snippetOf(name, facts)
  return (
    <div class="connect">
      <div class="row">
        <Choice
          label={say.language}
          name={`snippet-${facts.clientId}`}
          value={name}
          options={SNIPPETS.map((each) => [each, NAMES[each]])}
          onChange={setName}
        />
        <Copy text={text} what={NAMES[name]} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
      {facts.trades && name !== 'env' && <p class="muted">{say.buysOne}</p>}
    </div>
  )
}

/**
 * Gradient boosting: shallow regression trees, each fitted to the errors of the trees before it.
 * Features are sorted into bins of equal counts first, as in LightGBM and XGBoost.
 */

export interface Samples {
  /** A column for each feature. */
  readonly features: readonly Float64Array[]
  readonly targets: Float64Array
}

export interface BoostedOptions {
  readonly trees: number
  readonly depth: number
  readonly rate: number
  /** The fewest samples on a leaf. */
  readonly leaf: number
}

export type Model = (features: readonly Float64Array[], sample: number) => number

const BINS = 32

interface Tree {
  /**
   * The inner nodes, level by level from the root; a feature of −1 marks a node without a split.
   */
  readonly features: Int32Array
  readonly bins: Uint8Array
  /** The value of each node of the last level. */
  readonly values: Float64Array
}

export function boosted({ features, targets }: Samples, options: BoostedOptions): Model {
  const edges = features.map(edgesOf)
  const binned = features.map((column, index) => column.map((value) => binOf(edges[index], value)))
  const columns = binned.map((column) => Uint8Array.from(column))
  const left = Float64Array.from(targets)
  const trees: Tree[] = []
  for (let count = 0; count < options.trees; count++) {
    const { tree, leaves } = fitted(columns, left, options)
    trees.push(tree)
    for (let sample = 0; sample < left.length; sample++) {
      left[sample] = (left[sample] ?? 0) - (tree.values[leaves[sample] ?? 0] ?? 0)
    }
  }
  return (columns, sample) => {
    const bins = columns.map((column, index) => binOf(edges[index], column[sample] ?? 0))
    return trees.reduce((sum, tree) => sum + (tree.values[leafOf(tree, bins)] ?? 0), 0)
  }
}

/** The upper edges of all bins except the last. */
function edgesOf(column: Float64Array): Float64Array {
  const sorted = Float64Array.from(column).sort()
  const edges = Array.from(
    { length: BINS - 1 },
    (_, bin) => sorted[Math.floor(((bin + 1) * sorted.length) / BINS)] ?? 0,
  )
  return Float64Array.from(new Set(edges))
}

function binOf(edges: Float64Array | undefined, value: number): number {
  let bin = 0
  while (edges !== undefined && bin < edges.length && value > (edges[bin] ?? 0)) bin++
  return bin
}

function leafOf({ features, bins }: Tree, sample: readonly number[]): number {
  let node = 0
  while (node < features.length) {
    const feature = features[node] ?? -1
    const right = feature >= 0 && (sample[feature] ?? 0) > (bins[node] ?? 0)
    node = 2 * node + (right ? 2 : 1)
  }
  return node - features.length
}

function fitted(columns: readonly Uint8Array[], left: Float64Array, options: BoostedOptions) {
  const { depth, rate, leaf } = options
  const inner = 2 ** depth - 1
  const tree = {
    features: new Int32Array(inner).fill(-1),
    bins: new Uint8Array(inner),
    values: new Float64Array(inner + 1),
  }
  const nodes = new Int32Array(left.length)
  for (let level = 0; level < depth; level++) {
    const first = 2 ** level - 1
    const splits = bestSplits(columns, left, nodes, { first, count: 2 ** level, leaf })
    for (const [index, { feature, bin }] of splits.entries()) {
      tree.features[first + index] = feature
      tree.bins[first + index] = bin
    }
    for (let sample = 0; sample < left.length; sample++) {
      const node = nodes[sample] ?? 0
      const feature = tree.features[node] ?? -1
      const right = feature >= 0 && (columns[feature]?.[sample] ?? 0) > (tree.bins[node] ?? 0)
      nodes[sample] = 2 * node + (right ? 2 : 1)
    }
  }
  const counts = new Float64Array(inner + 1)
  const leaves = nodes.map((node) => node - inner)
  for (let sample = 0; sample < left.length; sample++) {
    const at = leaves[sample] ?? 0
    counts[at] = (counts[at] ?? 0) + 1
    tree.values[at] = (tree.values[at] ?? 0) + (left[sample] ?? 0)
  }
  for (let at = 0; at <= inner; at++) {
    tree.values[at] = (rate * (tree.values[at] ?? 0)) / Math.max(1, counts[at] ?? 0)
  }
  return { tree, leaves }
}

interface Level {
  readonly first: number
  readonly count: number
  readonly leaf: number
}

/** Each node's split that removes most of the squares. */
function bestSplits(
  columns: readonly Uint8Array[],
  left: Float64Array,
  nodes: Int32Array,
  { first, count, leaf }: Level,
) {
  const best = Array.from({ length: count }, () => ({ feature: -1, bin: 0, gain: 0 }))
  for (const [feature, column] of columns.entries()) {
    const sums = new Float64Array(count * BINS)
    const counts = new Float64Array(count * BINS)
    for (let sample = 0; sample < left.length; sample++) {
      const cell = ((nodes[sample] ?? 0) - first) * BINS + (column[sample] ?? 0)
      sums[cell] = (sums[cell] ?? 0) + (left[sample] ?? 0)
      counts[cell] = (counts[cell] ?? 0) + 1
    }
    for (const [node, found] of best.entries()) {
      const cells = [node * BINS, (node + 1) * BINS] as const
      const total = sums.subarray(...cells).reduce((one, other) => one + other, 0)
      const all = counts.subarray(...cells).reduce((one, other) => one + other, 0)
      let [sum, below] = [0, 0]
      for (let bin = 0; bin < BINS - 1; bin++) {
        sum += sums[node * BINS + bin] ?? 0
        below += counts[node * BINS + bin] ?? 0
        if (below < leaf || all - below < leaf) continue
        const gain = sum ** 2 / below + (total - sum) ** 2 / (all - below) - total ** 2 / all
        if (gain > found.gain) Object.assign(found, { feature, bin, gain })
      }
    }
  }
  return best
}

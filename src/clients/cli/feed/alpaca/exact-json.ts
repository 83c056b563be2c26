/** JSON whose numbers come out as the texts that were written: no price passes through a double. */

/** Numbers are texts; throws where it is no JSON. */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )

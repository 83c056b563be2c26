/** Whether the page is as narrow as a phone. */
import { useEffect, useState } from 'preact/hooks'

const NARROW = '(max-width: 799px)'

export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const query = matchMedia(NARROW)
    const follow = (): void => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return narrow
}

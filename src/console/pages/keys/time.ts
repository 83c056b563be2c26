/** Times as the viewer's clock shows them, with the zone named. */
import { language } from '../../shell/language'

export const shownTime = (text: string): string =>
  new Intl.DateTimeFormat(language.value, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZoneName: 'short',
  }).format(new Date(text))

/** Texts of this page. */
import { inBoth } from '../../shell/language'

export const ordersText = inBoth({
  en: {
    title: 'Orders',
  },
  ko: {
    title: '주문',
  },
})

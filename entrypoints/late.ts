import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { parts } from '@/lib/late/parts'

export default defineUnlistedScript(() => {
  globalThis.countersignLate = parts
})

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { svmParts } from '@/lib/late/svm-parts'

export default defineUnlistedScript(() => {
  globalThis.countersignSvm = svmParts
})

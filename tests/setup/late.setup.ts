import { parts } from '@/lib/late/parts'
import { svmParts } from '@/lib/late/svm-parts'

// In the browser scripts of their own put them there, when they are first needed.
globalThis.countersignLate = parts
globalThis.countersignSvm = svmParts

import { parts } from '@/lib/late/parts'

// In the browser a script of its own puts it there, when it is first needed.
globalThis.countersignLate = parts

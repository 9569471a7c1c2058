import type { DecisionCode } from '@/lib/core/admission/types'
import type { UiError } from '@/lib/doors/ui-protocol'
import type { StateWord } from '@/lib/ledger/read/standing'

/** Why a payment is held or refused, one sentence for each decision code. */
export const reasons: Record<DecisionCode, string> = {
  READY_TO_SIGN: 'Nada se opone.',
  RETURN_CACHED_RECEIPT: 'Ya está pagado; no se debe nada más.',
  HOLD_APPROVAL_REQUIRED: 'Ninguna regla tuya paga esto sin preguntar.',
  HOLD_APPROVAL_EXPIRED: 'Tu aprobación es demasiado antigua para usarse.',
  HOLD_APPROVAL_MISMATCH: 'Las condiciones no son las que aprobaste.',
  HOLD_APPROVAL_USED: 'Tu aprobación ya se usó.',
  HOLD_DECLINED: 'Lo rechazaste.',
  HOLD_OVER_PAYMENT_LIMIT: 'Por encima de tu límite por pago.',
  HOLD_OVER_BUDGET: 'Por encima de un límite tuyo.',
  HOLD_WINDOW_TOO_LONG: 'El sitio quiere poder cobrar durante muchísimo tiempo.',
  HOLD_TERMS_CHANGED: 'El precio ha subido.',
  HOLD_NEW_PAYEE: 'Cobrador nuevo: antes se pagaba a este sitio en otra dirección.',
  HOLD_RESOURCE_MISMATCH: 'La oferta nombra a otro servidor que el que respondió.',
  HOLD_RECONCILIATION: 'Un pago anterior de lo mismo aún no está claro.',
  HOLD_LOCKED: 'La cartera está bloqueada.',
  HOLD_RATE_LIMITED: 'Demasiados pagos en un minuto.',
  HOLD_INSUFFICIENT_FUNDS: 'No hay dinero suficiente en esta red.',
  HOLD_ALLOWANCE_REQUIRED: 'El token debe permitir antes esta forma de pagar.',
  BLOCK_MALFORMED_QUOTE: 'La oferta no se puede leer.',
  BLOCK_UNSUPPORTED_VERSION: 'Una versión del protocolo que esta cartera no conoce.',
  BLOCK_UNSUPPORTED_SCHEME: 'Una forma de cobro que esta cartera no conoce.',
  BLOCK_UNSUPPORTED_NETWORK: 'Una red que no está entre las tuyas.',
  BLOCK_UNSUPPORTED_METHOD: 'Un método de transferencia que esta cartera no conoce.',
  BLOCK_PAYMENT_FLOW: 'Un flujo de pago que este esquema no tiene.',
  BLOCK_ASSET_NOT_ALLOWED: 'Un token que no está entre los tuyos.',
  BLOCK_ASSET_CAP: 'Por encima de tu tope para este token.',
  BLOCK_TOKEN_IDENTITY: 'Lo que dice del token no es cierto.',
  BLOCK_AMOUNT: 'El importe no se puede leer.',
  BLOCK_PAYEE: 'No es una dirección a la que se pueda pagar.',
  BLOCK_ORIGIN: 'Bloqueaste este sitio.',
  BLOCK_INTENT_MISMATCH: 'La oferta es para otra petición.',
  BLOCK_REDIRECTED: 'Respondió otro sitio que el consultado.',
  BLOCK_INSECURE: 'La conexión no está cifrada.',
  BLOCK_EXTENSION_REQUIRED: 'Exige algo que esta cartera no hace.',
  BLOCK_ID_CONFLICT: 'Su número de pago se usó para otra cosa.',
  BLOCK_ALREADY_ATTEMPTED: 'Pagado antes, con otras condiciones.',
  BLOCK_PAUSED: 'Todos los pagos están en pausa.',
}

/** What a refused call of a screen means. */
export const errors: Record<UiError['code'], string> = {
  'wrong-password': 'No es esta contraseña.',
  'too-many-attempts': 'Demasiadas contraseñas equivocadas.',
  locked: 'La cartera está bloqueada.',
  'password-needed': 'Esto necesita tu contraseña.',
  'weak-password': 'Esta contraseña es demasiado fácil de adivinar.',
  'bad-words': 'No son 12 palabras de una cartera. Revisa cómo se escriben y su orden.',
  'bad-key': 'No es una clave privada: 64 caracteres de 0 a 9 y de a a f.',
  exists: 'Aquí ya hay una cartera.',
  gone: 'La petición ya no está. La página se cerró o dejó de esperar.',
  changed: 'Las condiciones cambiaron mientras mirabas. Léelas otra vez.',
  held: 'Ahora no se puede pagar.',
  'bad-value': 'Este valor no se puede usar.',
  failed: 'La cartera no respondió. Inténtalo de nuevo.',
  'disk-full': 'El disco está lleno: la cartera no pudo anotarlo. Haz sitio e inténtalo de nuevo.',
}

/** The word beside the mark. */
export const states: Record<StateWord, string> = {
  waiting: 'en espera',
  paying: 'pagando',
  settled: 'liquidado',
  unknown: 'incierto',
  failed: 'fallido',
  unused: 'sin usar',
  declined: 'rechazado',
  refused: 'no admitido',
  gone: 'caducado',
  signedIn: 'sesión iniciada',
}

import type { agents as english } from './en-agents'

/** Tools and agents that ask to be paid, and what they say of themselves. */
export const agents: typeof english = {
  tool: 'herramienta',
  overMcp: 'por MCP. La dirección de arriba es la del servidor; un nombre como mcp://tool/… no lo es.',
  quotedTwice: 'Se muestra, y se pagaría, lo que dice primero.',
  agent: 'agente',
  claims: 'según su ficha',
  noCard: 'no tiene una ficha que se pueda leer',
  undeclared: 'su ficha no habla de pagos',
  elsewhere: 'su ficha nombra direcciones de otros sitios',
  task: 'tarea',
  cart: 'carrito',
  noMerchant: 'sin nombre del comerciante',
  until: (time) => `vale hasta ${time}`,
  doubts: {
    expired: 'El carrito ha caducado.',
    'expires-before-payment': 'El carrito caduca antes que el pago.',
    'expiry-unreadable': 'No se puede leer cuándo caduca el carrito.',
    'no-total': 'El carrito no tiene un total que comparar.',
    'not-comparable': 'El total del carrito no se puede comparar con lo que se paga.',
    'total-differs': 'El total del carrito no es lo que se paga.',
  },
  again: 'El agente vuelve a pedir en una tarea para la que ya se envió un pago.',
  againMore: 'El primero todavía se puede cobrar.',
  receipts: {
    shrunk: 'El agente ha quitado recibos que había enviado.',
    edited: 'El agente ha cambiado recibos que había enviado.',
  },
}

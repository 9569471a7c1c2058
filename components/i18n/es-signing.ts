import type { signing as english } from './en-signing'

/** Signatures that a site asks for: of messages, of data, and of payments that it wrote itself. */
export const signing: typeof english = {
  account: 'Cuenta que se muestra',
  connectMeans:
    'El sitio ve esta dirección, y con ella lo que la cuenta tiene y ha pagado. Después puede pedir firmas y pagos: cada uno lo deciden tus límites, o tú.',
  with: 'cuenta',
  wholeText: 'El mensaje entero',
  bytes: 'El mensaje entero, en bytes',
  binary: 'Esto no es texto. Nadie puede leer lo que dice.',
  messageMeans: 'Una firma muestra que esta cuenta dice eso. Por sí sola no mueve dinero.',
  signsIn: 'Inicia tu sesión en',
  statement: 'dice',
  address: 'dirección',
  until: 'vale hasta',
  resources: 'da acceso a',
  mismatch: {
    scheme: 'El mensaje es para otro tipo de dirección que la de este sitio.',
    domain: 'El mensaje es para otro sitio.',
    address: 'El mensaje es para otra cuenta.',
    uri: 'El mensaje nombra una dirección que no es de este sitio.',
    issuedAt: 'El mensaje dice que viene del futuro.',
    expirationTime: 'El mensaje ya no vale.',
    notBefore: 'El mensaje todavía no vale.',
  },
  dataMeans:
    'La cartera no sabe qué hace esto. No encontró nada que mueva dinero. Firma solo lo que entiendes y has pedido.',
  cancelMeans: 'Anula un pago que se firmó antes y aún no se usó. No mueve dinero.',
  everyField: 'Cada campo que se firma',
  onPage: 'una firma que pide esta página',
  sentByPage: 'una transacción que pide esta página',
  sentToEnd: 'una transacción de la cartera, para anular un pago que firmaste',
  sentForSite: 'una transacción de la cartera, para un pago a este sitio',
  sendsTerm: 'envías',
  sends: {
    'cancel-authorization':
      'Nada: se le dice al contrato del token que un pago que firmaste no vale. Hasta que esté en un bloque el vendedor aún puede cobrarlo; entonces solo se pierde la comisión.',
    'invalidate-nonce':
      'Nada: se le dice a Permit2 que un pago que firmaste no vale. Hasta que esté en un bloque el vendedor aún puede cobrarlo; entonces solo se pierde la comisión.',
    native: 'Esta cantidad de la moneda propia de la cadena.',
    'erc20-transfer': 'Esta cantidad del token.',
    'erc20-approve':
      'Nada todavía: esta dirección podrá tomar hasta esta cantidad de tu cuenta, cuando quiera. Cuenta como pagado ahora.',
    'erc20-increase-allowance':
      'Nada todavía: esta dirección podrá tomar hasta esta cantidad más de tu cuenta, cuando quiera. Cuenta como pagado ahora.',
    'permit2-approve':
      'Nada: Permit2 podrá tomar de tu cuenta la cantidad de abajo, y solo para pagos que firmes.',
  },
  feeTerm: 'tarifa',
  feeMost: (amount) => `Como mucho ${amount}, para la cadena.`,
  grantsTerm: 'firmas',
  grants: {
    'transfer-with-authorization':
      'Quien tenga esta firma puede mover esta cantidad a esta dirección, una vez.',
    'receive-with-authorization': 'Esta dirección puede tomar esta cantidad de tu cuenta, una vez.',
    permit:
      'Esta dirección puede tomar hasta esta cantidad de tu cuenta, por partes, cuando quiera. Cuenta como pagado ahora.',
    'permit-dai':
      'Esta dirección puede tomar hasta esta cantidad de tu cuenta, por partes, cuando quiera. Cuenta como pagado ahora.',
    'permit2-transfer':
      'Esta dirección puede mover hasta esta cantidad de tu cuenta a donde quiera, una vez.',
    'permit2-allowance':
      'Esta dirección puede tomar hasta esta cantidad de tu cuenta, por partes, hasta que acabe el permiso. Cuenta como pagado ahora.',
    'permit2-x402': 'Un contrato de x402 puede mover hasta esta cantidad a esta dirección, una vez.',
  },
  through: 'a través de',
  handedIn: (when) => `Se puede usar hasta el ${when}.`,
}

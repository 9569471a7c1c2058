import type { questions as english } from './en-questions'

/** Questions that move no money by themselves, by kind. */
export const questions: typeof english = {
  title: 'Petición',
  agent: 'para un agente que se llama',
  answered: 'Respondida',
  goneMore: 'La página se cerró o siguió adelante, o esperó demasiado. No se dio nada.',
  lockedAsk: 'Alguien pide algo. Desbloquea para verlo.',
  password: 'Contraseña, porque este navegador lo maneja un programa.',
  notTaken: 'La cartera no acepta esto tal como está. Nada puede ser más amplio que tus propios límites.',
  connect: {
    asks: 'quiere ver tu cuenta',
    yes: 'Conectar',
  },
  message: {
    asks: 'quiere una firma bajo un mensaje',
    yes: 'Firmar',
  },
  'typed-data': {
    asks: 'quiere una firma bajo unos datos',
    yes: 'Firmar',
  },
  mandate: {
    asks: 'quiere cobrar sin preguntar cada vez',
    yes: 'Permitir',
    terms: 'Qué se puede pagar',
    cannot: 'La cartera no conoce esta moneda. Solo se puede rechazar.',
    days: 'días',
    narrower: 'Lo que se pide, o menos.',
    transports: 'lo pide por',
    transport: {
      http: 'sus propias peticiones web',
      mcp: 'herramientas que llama su página (MCP)',
      a2a: 'agentes con los que habla su página (A2A)',
      provider: 'ofertas que su página da a la cartera',
    },
  },
  extension: {
    asks: 'quiere usar esta cartera',
    yes: 'Conectar',
    id: 'extensión',
    means:
      'Es otra extensión de tu navegador. Podrá pedir pagos y mandatos, como una página: cada uno sigue necesitándote a ti, o un mandato tuyo.',
  },
}

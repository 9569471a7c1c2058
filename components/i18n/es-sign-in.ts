import type { signIn as english } from './en-sign-in'

/** The same in Spanish. */
export const signIn: typeof english = {
  title: 'Ya está pagado',
  paid: (amount, when) => `Pagaste ${amount} por esto el ${when}.`,
  means:
    'El sitio te deja volver si inicias sesión con la cuenta que pagó. No se paga nada, y un inicio de sesión no mueve dinero.',
  refusedBefore: (when) => `El sitio pidió un pago después de tu inicio de sesión de las ${when}.`,
  account: 'cuenta',
  text: 'Texto del inicio de sesión',
  seePayment: 'Ver ese pago',
  yes: 'Iniciar sesión en vez de pagar',
  busy: 'Iniciando sesión…',
  password: 'Contraseña, porque un programa maneja este navegador.',
  signedIn: 'Sesión iniciada, nada pagado',
  served: (status) => `El sitio respondió ${status} a tu inicio de sesión.`,
  wantsPayment:
    'Aun así, el sitio pide un pago. Pídelo otra vez en la página: la cartera te preguntará entonces por el pago.',
  waiting: 'La petición salió con tu inicio de sesión. No se ha visto la respuesta.',
}

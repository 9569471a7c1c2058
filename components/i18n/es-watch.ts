import type { watch as en } from './en-watch'

/** Lo que las claves pagaron en otro sitio, el pasado de una cartera restaurada y la vuelta de una bóveda dañada. */
export const watch: typeof en = {
  title: 'Un pago que esta cartera no hizo',
  moved: (amount, when) => `${amount} salieron de tu cuenta el ${when}.`,
  to: 'Para',
  transaction: 'Transacción',
  network: 'Red',
  copyTransaction: 'Copiar la transacción',
  counted: 'Cuenta en tus límites. No se paga nada sin preguntarte hasta que respondas.',
  question: '¿Fuiste tú, con las mismas palabras en otro dispositivo?',
  mine: 'Fui yo en otro sitio',
  notMine: 'No fui yo',
  theft: 'Entonces alguien más tiene tus palabras o tu clave. Cambiar la contraseña no lo detiene.',
  theftSteps: [
    'Pon esta cartera en pausa.',
    'En un ordenador de confianza, crea una cartera nueva con palabras nuevas.',
    'Envía allí enseguida lo que quede en cada cuenta.',
    'No vuelvas a usar estas palabras.',
  ],
  rebuild: 'Leyendo lo que esta cartera gastó antes',
  rebuildMore:
    'Se hizo con palabras o una clave que quizá pagaron en otro sitio. No se paga nada sin preguntarte hasta leer su pasado.',
  read: (percent) => `${percent} % leído`,
  waiting: 'aún sin leer',
  silent: 'sus nodos no responden, o no lo mismo',
  goOn: 'Seguir sin el resto',
  goOnMore: 'Lo que no se leyó cuenta como nada en tus límites.',
  broken: 'No se puede leer la bóveda',
  brokenMore:
    'La bóveda guardada está dañada o falta, y su copia también. Tus pagos y límites se conservan. Tus palabras devuelven las claves.',
  recover: 'Recuperar la bóveda',
  recoverTitle: 'Palabras y una contraseña nueva',
  intact: 'Tu bóveda está en orden',
  intactMore: 'No hay nada que recuperar.',
  failed: 'Esta pantalla falló',
  failedMore:
    'Tu dinero, tus claves y tus registros están intactos. Cárgala de nuevo; si vuelve a fallar, mira la bóveda.',
  reload: 'Cargar de nuevo',
  look: 'Mirar la bóveda',
}

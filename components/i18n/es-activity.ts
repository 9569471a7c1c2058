import type { activityMore as english } from './en-activity'

/** Buscar pagos y llevarse la lista. */
export const activityMore: typeof english = {
  find: 'Buscar',
  text: 'Palabras de la dirección, agente, cobrador, transacción',
  site: 'Sitio',
  everySite: 'todos los sitios',
  state: 'Estado',
  everyState: 'todos los estados',
  from: 'Desde',
  until: 'Hasta',
  reset: 'Mostrar todo',
  none: 'Nada coincide.',
  looking: 'Buscando más atrás…',
  received: 'recibido',
  receivedFrom: (address) => `de ${address}`,
  saveCsv: 'Guardar como CSV',
  saveJson: 'Guardar como JSON',
  fileName: (day, form) => `countersign-actividad-${day}.${form}`,
}

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Express } from 'express'

/** A server on a free port of the loopback interface. */
export interface Running {
  url: string
  stop(): Promise<void>
}

/** Starts an express application. Stopping it also ends the connections that are still open. */
export async function listen(app: Express): Promise<Running> {
  app.disable('x-powered-by')
  const server = await new Promise<Server>((resolve, reject) => {
    const started = app.listen(0, '127.0.0.1', (error?: Error) => (error ? reject(error) : resolve(started)))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

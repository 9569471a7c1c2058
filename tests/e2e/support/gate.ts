/** Something that a server waits for until the test says so. */
export type Gate = { readonly opened: Promise<void>; open(): void }

/** A gate that is closed. */
export function gate(): Gate {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

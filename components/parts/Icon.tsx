const PATHS = {
  block: 'M14.25 8A6.25 6.25 0 1 1 1.75 8a6.25 6.25 0 0 1 12.5 0zM3.6 3.6l8.8 8.8',
  check: 'M2.75 8.5 6.25 12l7-8',
  down: 'M3.5 6 8 10.5 12.5 6',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
  clock: 'M14.25 8A6.25 6.25 0 1 1 1.75 8a6.25 6.25 0 0 1 12.5 0zM8 4.25V8l2.5 2',
  copy: 'M5.75 5.75h7.5v7.5h-7.5zM3.5 10.25h-.75v-7.5h7.5v.75',
  eye: 'M1.5 8C3.1 5 5.4 3.5 8 3.5S12.9 5 14.5 8c-1.6 3-3.9 4.5-6.5 4.5S3.1 11 1.5 8zM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  in: 'M8 2v8.25M4.5 6.75 8 10.25l3.5-3.5M2.5 13.25h11',
  out: 'M8 10.5V2.5M4.5 5.75 8 2.25l3.5 3.5M2.5 13.25h11',
  info: 'M14.25 8A6.25 6.25 0 1 1 1.75 8a6.25 6.25 0 0 1 12.5 0zM8 7.25v4.25M8 4.5v1.25',
  key: 'M7.75 8A2.75 2.75 0 1 1 2.25 8a2.75 2.75 0 0 1 5.5 0zM7.75 8H14v2.75M11.25 8v2.25',
  lock: 'M3.25 7.25h9.5v6.5h-9.5zM5.25 7.25V5a2.75 2.75 0 0 1 5.5 0v2.25',
  plus: 'M8 2.5v11M2.5 8h11',
  sliders:
    'M2 4.75h6.25M12.25 4.75H14M2 11.25h1.75M7.75 11.25H14M12.25 4.75a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM7.75 11.25a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  warn: 'M8 2.25 14.5 13.25h-13zM8 6.25v3.5M8 10.75v1.25',
  x: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
} as const

/** A line drawing that stands beside a word and says nothing by itself. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

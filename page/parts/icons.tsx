// Line icons of 16 units in the text colour. A text beside each icon says the same, so screen readers skip the icons.
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l4 4',
  copy: 'M5 5V2.5h8.5V11H11M2.5 5H11v8.5H2.5z',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  wallet: 'M2 4.5h10.5V3M2 4.5v9h12v-9zM10.5 9h1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  crown: 'M2 12.5h12M2.5 10.5L2 4.5l3.5 2.5L8 3l2.5 4L14 4.5l-.5 6z',
  back: 'M9.5 3L4.5 8l5 5',
  web: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM1.5 8h13M8 1.5c4 4 4 9 0 13M8 1.5c-4 4-4 9 0 13',
  close: 'M3 3l10 10M13 3L3 13',
  grid: 'M2 2h5v12H2zM9 2h5v6H9zM9 10h5v4H9z',
  columns: 'M2.5 2.5h3v11h-3zM6.5 2.5h3v11h-3zM10.5 2.5h3v11h-3z',
  rows: 'M2 4h12M2 8h12M2 12h12',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  bolt: 'M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z',
  star: 'M8 1.8l1.9 4 4.3.6-3.1 3 .8 4.3L8 11.6l-3.9 2.1.8-4.3-3.1-3 4.3-.6z',
  plus: 'M8 2.5v11M2.5 8h11',
  fire: 'M8 1.5c.5 3 4.5 4.5 4.5 8.2A4.5 4.5 0 0 1 8 14.5a4.5 4.5 0 0 1-4.5-4.8c0-1.7.9-2.9 1.8-3.7.2 1.2.8 1.9 1.6 2C6.6 5.6 6.8 3.4 8 1.5z',
  warning: 'M8 2L1.5 13.5h13zM8 6.5v3M8 11.5v.2',
  image: 'M2 2.5h12v11H2zM2 11l3.5-3.5L9 11l2-2 3 3M10.5 5.5v.2',
} as const

export type IconName = keyof typeof PATHS

/** @param path path of a filled icon, instead of a name */
export const Icon = ({ name, path, size = 16 }: { name?: IconName; path?: string; size?: number }) => (
  <svg
    class={path === undefined ? 'icon' : 'icon filled'}
    width={size}
    height={size}
    viewBox="0 0 16 16"
    aria-hidden="true"
  >
    <path d={path ?? (name && PATHS[name])} fill-rule="evenodd" />
  </svg>
)

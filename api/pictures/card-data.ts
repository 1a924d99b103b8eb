// Data of a shared link's picture. This file is separate from the drawing, which loads fonts and native code.

export const CARD_SIZE = { width: 1_200, height: 630 } as const

export interface Card {
  readonly asset: string
  /** Safe texts of one line each. */
  readonly name: string
  readonly ticker: string
  readonly marketCap: string
  readonly price: string
  /** 0 to 1; undefined after graduation. */
  readonly progress: number | undefined
  /** The larger copy. */
  readonly image?: Uint8Array | undefined
}

// Prices, and amounts that are paid or received.
import { exact, inFull, price } from '../format.ts'
import { Digits, dollars, Sign, UnitName } from '../parts.tsx'

/** Always in ADA and with all digits. */
export const ExactAda = ({ lovelace }: { lovelace: string | bigint | undefined }) =>
  lovelace === undefined ? (
    <>—</>
  ) : (
    <data class="num" value={`${lovelace}`}>
      <Sign of="ADA" />
      {exact(lovelace, 6)}
      <UnitName of="ADA" />
    </data>
  )

/** Lovelace per token becomes ADA or dollars per token. The element's `value` has no shortened zeros. */
export const Price = ({ lovelace }: { lovelace: number }) => {
  const unit = dollars.value === undefined ? 'ADA' : 'dollars'
  const text = price(lovelace * (dollars.value ?? 1))
  const full = inFull(text)
  return (
    <data class="num" value={full} title={`${full} ${unit}`}>
      <span aria-hidden="true">
        <Sign of={unit} />
        <Digits text={text} />
      </span>
      <span class="sr">{full}</span>
      <UnitName of={unit} />
    </data>
  )
}

// Makes a component of a view whose script is loaded when it is first shown.
import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export const later = <Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> => {
  let loaded: FunctionComponent<Props> | undefined
  return (props) => {
    const [, draw] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded === undefined)
        void load().then((view) => {
          loaded = view
          draw(true)
        })
    }, [])
    const View = loaded
    return View === undefined ? <div class="loading" aria-busy /> : <View {...props} />
  }
}

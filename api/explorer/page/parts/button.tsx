// A button that never sends a form.
import type { ComponentProps } from 'preact'

export const Button = (props: ComponentProps<'button'>) => <button type="button" class="button" {...props} />

import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/**
 * A text of several lines. The style sheet lets it grow with its text where the browser can do that by itself; Mantine's
 * Textarea would bring a script for it.
 */
export function LongTextInput(props: InputBaseProps & ComponentProps<'textarea'>) {
  return <InputBase component="textarea" multiline autoComplete="off" {...props} />
}

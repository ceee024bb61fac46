import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** The style sheet lets it grow with its text; Mantine's Textarea needs a script for that. */
export function LongTextInput(props: InputBaseProps & ComponentProps<'textarea'>) {
  return <InputBase component="textarea" multiline autoComplete="off" {...props} />
}

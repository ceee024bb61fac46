import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import type { Option } from '#shared/estimates/options.ts'

type ChoiceInputProps = Omit<NativeSelectProps, 'data'> & {
  /** What the empty choice says. */
  emptyLabel: string
  options: readonly Option[]
}

/** One choice of a list, as the browser's own select: the surest on a phone. */
export function ChoiceInput({ emptyLabel, options, ...props }: ChoiceInputProps) {
  return (
    <NativeSelect data={[{ value: '', label: emptyLabel }, ...options]} rightSection={<ChevronDownIcon />} {...props} />
  )
}

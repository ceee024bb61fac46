import { Radio, type RadioGroupProps, Stack } from '@mantine/core'

type Choice = { readonly label: string; readonly explanation: string }

type ChoiceCardsProps<Value extends string> = Omit<RadioGroupProps, 'children'> & {
  choices: Readonly<Record<Value, Choice>>
  /** They are in the order of the screen. */
  values: readonly Value[]
}

export function ChoiceCards<Value extends string>({ choices, values, ...group }: ChoiceCardsProps<Value>) {
  return (
    <Radio.Group {...group}>
      <Stack gap="xs">
        {values.map((each) => (
          <Radio key={each} value={each} label={choices[each].label} description={choices[each].explanation} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

import { Radio, Stack } from '@mantine/core'

type Choice = { readonly label: string; readonly explanation: string }

type ChoiceCardsProps<Value extends string> = {
  legend: string
  choices: Readonly<Record<Value, Choice>>
  /** They are in the order of the screen. */
  values: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

export function ChoiceCards<Value extends string>({ legend, choices, values, ...state }: ChoiceCardsProps<Value>) {
  return (
    <Radio.Group label={legend} {...state}>
      <Stack gap="xs">
        {values.map((each) => (
          <Radio key={each} value={each} label={choices[each].label} description={choices[each].explanation} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

import { Radio, type RadioGroupProps, Stack } from '@mantine/core'
import { roleLabels, staffRoles } from '#shared/people.ts'

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

const choices = {
  staff: { label: roleLabels.staff, explanation: 'Works on all requests: contacts, notes, status, assignments.' },
  admin: { label: roleLabels.admin, explanation: 'Also exports requests, manages people and reads the audit log.' },
} as const

export function RoleChoice(props: Omit<RadioGroupProps, 'children'>) {
  return <ChoiceCards label="Role" choices={choices} values={staffRoles} {...props} />
}

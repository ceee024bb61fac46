import { Checkbox } from '@mantine/core'
import { budgetRanges } from '#shared/options.ts'
import { ChoiceInput } from './choice-input.tsx'
import { fieldProps } from './field-props.ts'
import { FormSection, WideField } from './form-section.tsx'
import { LongTextInput } from './long-text-input.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function BudgetSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={4} title="Budget &amp; Special Requirements">
      <WideField>
        <ChoiceInput
          key={form.key('budgetRange')}
          {...fieldProps(form, 'budgetRange', 'Budget Range', true)}
          emptyLabel="Select a budget range"
          options={budgetRanges}
        />
      </WideField>
      <WideField>
        <LongTextInput
          key={form.key('specificRequirements')}
          {...fieldProps(form, 'specificRequirements', 'Special Requirements or Considerations')}
          rows={4}
        />
      </WideField>
      <WideField>
        <Checkbox
          key={form.key('urgent')}
          {...form.getInputProps('urgent', { type: 'checkbox' })}
          id="estimate-urgent"
          name="urgent"
          label="This is an urgent project"
          description="Check this if you need immediate attention (emergency repairs, etc.)"
        />
      </WideField>
    </FormSection>
  )
}

import { Checkbox } from '@mantine/core'
import { budgetRanges } from '#shared/estimates/options.ts'
import { ChoiceInput } from './choice-input.tsx'
import { fieldLabels } from './field-labels.ts'
import { fieldId, fieldProps } from './field-props.ts'
import { FormSection, WideField } from './form-section.tsx'
import { LongTextInput } from './long-text-input.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function BudgetSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={4} title="Budget &amp; Special Requirements">
      <WideField>
        <ChoiceInput
          key={form.key('budgetRange')}
          {...fieldProps(form, 'budgetRange', true)}
          emptyLabel="Select a budget range"
          options={budgetRanges}
        />
      </WideField>
      <WideField>
        <LongTextInput
          key={form.key('specificRequirements')}
          {...textFieldProps(form, 'specificRequirements')}
          rows={4}
        />
      </WideField>
      <WideField>
        <Checkbox
          key={form.key('urgent')}
          {...form.getInputProps('urgent', { type: 'checkbox' })}
          id={fieldId('urgent')}
          name="urgent"
          label={fieldLabels.urgent}
          description="Check this if you need immediate attention (emergency repairs, etc.)"
        />
      </WideField>
    </FormSection>
  )
}

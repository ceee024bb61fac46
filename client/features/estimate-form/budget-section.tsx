import { Checkbox } from '@mantine/core'
import { estimateFields } from '#shared/estimates/fields.ts'
import { ChoiceField } from './choice-field.tsx'
import { fieldId } from './field-props.ts'
import { FormSection, WideField } from './form-section.tsx'
import { LongTextInput } from './long-text-input.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function BudgetSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={4} title="Budget &amp; Special Requirements">
      <WideField>
        <ChoiceField form={form} field="budgetRange" emptyLabel="Select a budget range" narrow="chips" />
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
          label={estimateFields.urgent.label}
          description="Check this if you need immediate attention (emergency repairs, etc.)"
        />
      </WideField>
    </FormSection>
  )
}

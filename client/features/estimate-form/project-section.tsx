import { TextInput } from '@mantine/core'
import { projectTypes, propertyTypes } from '#shared/estimates/options.ts'
import { ChoiceInput } from './choice-input.tsx'
import { fieldProps } from './field-props.ts'
import { FormSection, WideField } from './form-section.tsx'
import { LongTextInput } from './long-text-input.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function ProjectSection({ form }: { form: EstimateForm }) {
  return (
    <FormSection number={2} title="Project Details">
      <ChoiceInput
        key={form.key('projectType')}
        {...fieldProps(form, 'projectType', true)}
        emptyLabel="Select a project type"
        options={projectTypes}
      />
      <ChoiceInput
        key={form.key('propertyType')}
        {...fieldProps(form, 'propertyType')}
        emptyLabel="Select a property type"
        options={propertyTypes}
      />
      <WideField>
        <TextInput
          key={form.key('squareFootage')}
          {...fieldProps(form, 'squareFootage')}
          description="Approximate square footage of the project area"
          inputMode="numeric"
          autoComplete="off"
        />
      </WideField>
      <WideField>
        <LongTextInput
          key={form.key('projectDescription')}
          {...textFieldProps(form, 'projectDescription')}
          description="The more detail you provide, the more accurate our estimate will be"
          rows={5}
        />
      </WideField>
    </FormSection>
  )
}

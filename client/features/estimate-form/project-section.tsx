import { ChoiceField } from './choice-field.tsx'
import { FootageField } from './footage-field.tsx'
import { FormSection, WideField } from './form-section.tsx'
import { LongTextInput } from './long-text-input.tsx'
import { PhotosField, type PhotosFieldProps } from './photos-field.tsx'
import { textFieldProps } from './text-field-props.tsx'
import type { EstimateForm } from './use-estimate-form.ts'

export function ProjectSection({ form, ...photos }: { form: EstimateForm } & PhotosFieldProps) {
  return (
    <FormSection number={2} title="Project Details">
      <ChoiceField form={form} field="projectType" emptyLabel="Select a project type" narrow="tiles" />
      <ChoiceField form={form} field="propertyType" emptyLabel="Select a property type" />
      <WideField>
        <FootageField form={form} />
      </WideField>
      <WideField>
        <LongTextInput
          key={form.key('projectDescription')}
          {...textFieldProps(form, 'projectDescription')}
          description="The more detail you provide, the more accurate our estimate will be"
          rows={5}
        />
      </WideField>
      <WideField>
        <PhotosField {...photos} />
      </WideField>
    </FormSection>
  )
}

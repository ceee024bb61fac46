import { fieldLimits } from '#shared/field-limits.ts'
import { budgetRanges, type OptionList, projectTypes, propertyTypes, timelines } from './options.ts'

/** One field of the estimate form. A row without `required` may be left empty. */
export type EstimateFieldRow = {
  /** In the form. */
  readonly label: string
  /** In the staff's pages and in the CSV file. */
  readonly staffLabel: string
  /** In e-mails, where it is not the form's label in sentence case. */
  readonly mailLabel?: string
} & (
  | { readonly kind: 'line'; readonly limit: number; readonly required?: LineRequirement }
  | { readonly kind: 'email'; readonly limit: number; readonly required: Requirement }
  | { readonly kind: 'text'; readonly limit: number }
  | { readonly kind: 'choice'; readonly options: OptionList; readonly required: Requirement }
  | { readonly kind: 'choice'; readonly options: OptionList; readonly required?: never; readonly message: string }
  | { readonly kind: 'number'; readonly unit: string; readonly message: string }
  | { readonly kind: 'flag' }
)

/** The message that visitors read where the field is empty or wrong. */
type Requirement = { readonly message: string }
type LineRequirement = Requirement & { readonly minLength: number }

/**
 * Every field that a visitor fills in, in the order of the form. The input schema, the form's values and labels, the
 * columns that are written and read, the e-mails and the CSV file all follow this table. A field's column has its name
 * in snake_case.
 */
export const estimateFields = {
  name: {
    kind: 'line',
    label: 'Full Name',
    staffLabel: 'Name',
    limit: fieldLimits.name,
    required: { minLength: 2, message: 'Name must be at least 2 characters.' },
  },
  email: {
    kind: 'email',
    label: 'Email Address',
    staffLabel: 'E-mail',
    limit: fieldLimits.email,
    required: { message: 'Please enter a valid email address.' },
  },
  phone: { kind: 'line', label: 'Phone Number', staffLabel: 'Phone', limit: fieldLimits.phone },
  projectType: {
    kind: 'choice',
    label: 'Project Type',
    staffLabel: 'Project type',
    options: projectTypes,
    required: { message: 'Please select a project type.' },
  },
  propertyType: {
    kind: 'choice',
    label: 'Property Type',
    staffLabel: 'Property type',
    options: propertyTypes,
    message: 'Please select one of the property types.',
  },
  squareFootage: {
    kind: 'number',
    label: 'Square Footage',
    staffLabel: 'Square footage',
    unit: 'sq ft',
    message: 'Please enter the square footage as a whole number.',
  },
  projectDescription: {
    kind: 'text',
    label: 'Project Description',
    staffLabel: 'Description',
    limit: fieldLimits.projectDescription,
  },
  location: {
    kind: 'line',
    label: 'Project Location',
    staffLabel: 'Location',
    limit: fieldLimits.location,
    required: { minLength: 2, message: 'Please enter the project location.' },
  },
  timeline: {
    kind: 'choice',
    label: 'Desired Timeline',
    staffLabel: 'Timeline',
    options: timelines,
    required: { message: 'Please select a timeline.' },
  },
  budgetRange: {
    kind: 'choice',
    label: 'Budget Range',
    staffLabel: 'Budget',
    options: budgetRanges,
    required: { message: 'Please select a budget range.' },
  },
  specificRequirements: {
    kind: 'text',
    label: 'Special Requirements or Considerations',
    staffLabel: 'Requirements',
    limit: fieldLimits.specificRequirements,
  },
  urgent: { kind: 'flag', label: 'This is an urgent project', staffLabel: 'Urgent', mailLabel: 'Urgent project' },
} as const satisfies Readonly<Record<string, EstimateFieldRow>>

export type EstimateField = keyof typeof estimateFields

/** The names of the fields, in the order of the form. */
export const estimateFieldNames = Object.keys(estimateFields) as EstimateField[]

/** The order of the staff's pages and of the CSV file: where and for how much before the long texts. */
const staffOrder: readonly EstimateField[] = [
  'name',
  'email',
  'phone',
  'projectType',
  'location',
  'propertyType',
  'squareFootage',
  'timeline',
  'budgetRange',
  'projectDescription',
  'specificRequirements',
  'urgent',
]

/** The names of the fields in the staff's order, in which a new field comes last. */
export const staffFieldNames = [...new Set([...staffOrder, ...estimateFieldNames])]

/** The fields of one kind, for instance `FieldOfKind<'choice'>`. */
export type FieldOfKind<Kind extends EstimateFieldRow['kind']> = {
  [Field in EstimateField]: (typeof estimateFields)[Field]['kind'] extends Kind ? Field : never
}[EstimateField]

import { fieldLimits } from '#shared/field-limits.ts'
import { budgetRanges, callTimes, type OptionList, projectTypes, propertyTypes, timelines } from './options.ts'

export type EstimateFieldRow = {
  readonly label: string
  /** Staff pages and the CSV file show it. */
  readonly staffLabel: string
  /** Emails show it instead of the label in sentence case. */
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

type Requirement = { readonly message: string }
type LineRequirement = Requirement & { readonly minLength: number }

/** The schema, labels, columns (in snake_case), emails and CSV file follow this table, in the form's order. */
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
  bestTime: {
    kind: 'choice',
    label: 'Best time to call',
    staffLabel: 'Best time to call',
    options: callTimes,
    message: 'Please select one of the times.',
  },
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

export const estimateFieldNames = Object.keys(estimateFields) as EstimateField[]

/** Location and budget come before the long texts. */
const staffOrder: readonly EstimateField[] = [
  'name',
  'email',
  'phone',
  'bestTime',
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

export const staffFieldNames = [...new Set([...staffOrder, ...estimateFieldNames])]

export type FieldOfKind<Kind extends EstimateFieldRow['kind']> = {
  [Field in EstimateField]: (typeof estimateFields)[Field]['kind'] extends Kind ? Field : never
}[EstimateField]

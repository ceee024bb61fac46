import type { EstimateField } from './form-values.ts'

/** What each field is called, at the field itself and in the list of errors. */
export const fieldLabels: Readonly<Record<EstimateField, string>> = {
  name: 'Full Name',
  email: 'Email Address',
  phone: 'Phone Number',
  projectType: 'Project Type',
  propertyType: 'Property Type',
  squareFootage: 'Square Footage',
  projectDescription: 'Project Description',
  location: 'Project Location',
  timeline: 'Desired Timeline',
  budgetRange: 'Budget Range',
  specificRequirements: 'Special Requirements or Considerations',
  urgent: 'This is an urgent project',
}

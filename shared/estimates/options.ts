export type Option = { readonly value: string; readonly label: string }
export type OptionList = readonly [Option, ...Option[]]

export const projectTypes = [
  { value: 'new-construction', label: 'New Construction' },
  { value: 'home-addition', label: 'Home Addition' },
  { value: 'kitchen-remodel', label: 'Kitchen Remodel' },
  { value: 'bathroom-remodel', label: 'Bathroom Remodel' },
  { value: 'basement-finishing', label: 'Basement Finishing' },
  { value: 'roof-replacement', label: 'Roof Replacement' },
  { value: 'siding-installation', label: 'Siding Installation' },
  { value: 'deck-patio', label: 'Deck/Patio Construction' },
  { value: 'commercial', label: 'Commercial Project' },
  { value: 'other', label: 'Other' },
] as const satisfies OptionList

export const propertyTypes = [
  { value: 'single-family', label: 'Single-Family Home' },
  { value: 'townhouse', label: 'Townhouse' },
  { value: 'condo', label: 'Condo' },
  { value: 'multi-family', label: 'Multi-Family' },
  { value: 'commercial', label: 'Commercial' },
  { value: 'other', label: 'Other' },
] as const satisfies OptionList

export const callTimes = [
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
  { value: 'evening', label: 'Evening' },
] as const satisfies OptionList

export const timelines = [
  { value: 'asap', label: 'As Soon as Possible' },
  { value: '1-2-months', label: '1-2 Months' },
  { value: '3-6-months', label: '3-6 Months' },
  { value: '6-12-months', label: '6-12 Months' },
  { value: 'flexible', label: 'Flexible' },
] as const satisfies OptionList

export const budgetRanges = [
  { value: 'under-10k', label: 'Under $10,000' },
  { value: '10k-25k', label: '$10,000 - $25,000' },
  { value: '25k-50k', label: '$25,000 - $50,000' },
  { value: '50k-100k', label: '$50,000 - $100,000' },
  { value: '100k-250k', label: '$100,000 - $250,000' },
  { value: '250k-500k', label: '$250,000 - $500,000' },
  { value: 'over-500k', label: 'Over $500,000' },
] as const satisfies OptionList

export type OptionValue<List extends OptionList> = List[number]['value']

/** `z.enum` needs a non-empty tuple. */
export function optionValues<const List extends OptionList>(list: List) {
  return list.map((option) => option.value) as unknown as { [Index in keyof List]: List[Index]['value'] }
}

/** A stored value without an option is its own label. */
export function optionLabel(list: readonly Option[], value: string): string {
  return list.find((option) => option.value === value)?.label ?? value
}

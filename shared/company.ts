/**
 * Everything the site and the e-mails say about the company. All of it is sample content: whoever runs this for a
 * real company replaces it here, and nowhere else. The phone number is of the range kept for fiction (555-01xx), the
 * domain of the one kept for examples.
 */
export const company = {
  name: 'Five Borough Builders',
  legalName: 'Five Borough Builders, Inc.',
  phone: { display: '(212) 555-0142', href: 'tel:+12125550142' },
  email: 'hello@fiveboroughbuilders.example',
  serviceArea: 'All five New York City boroughs',
  /** New York City requires a home improvement contractor's licence number wherever the company presents itself. */
  license: { label: 'NYC HIC License', number: '2098714-DCA' },
  address: { street: '214 West 29th Street', city: 'New York', region: 'NY', postalCode: '10001' },
  hours: 'Monday to Saturday, 7 AM to 7 PM',
  socialProfile: 'https://www.instagram.com/fiveboroughbuilders.example',
} as const

/** The credential line that closes every page and every e-mail. */
export const licenseLine = `${company.license.label} #${company.license.number}`

/** Every message of the empty form, by the field that it stands at. */
export const requiredMessages = {
  'Full Name': 'Name must be at least 2 characters.',
  'Email Address': 'Please enter a valid email address.',
  'Project Type': 'Please select a project type.',
  'Project Location': 'Please enter the project location.',
  'Desired Timeline': 'Please select a timeline.',
  'Budget Range': 'Please select a budget range.',
}

import { Checkbox, createTheme, Input, type MantineColorsTuple } from '@mantine/core'
import button from './button.module.css'
import inputs from './inputs.module.css'

const shade = 'currentcolor'

/** The style sheets have the shades and load before any script; Mantine only needs a color's name. */
export const namedColor: MantineColorsTuple = [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade]

export const theme = createTheme({
  primaryColor: 'brick',
  colors: { brick: namedColor },
  respectReducedMotion: true,
  components: {
    // `Button.extend` would load Mantine's Button on every page.
    Button: { classNames: { root: button.button, label: button.label } },
    Input: Input.extend({
      defaultProps: { size: 'md' },
      classNames: { wrapper: inputs.wrapper, input: inputs.input },
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { size: 'md' },
      classNames: { label: inputs.label, description: inputs.description, error: inputs.error },
    }),
    Checkbox: Checkbox.extend({
      defaultProps: { size: 'md' },
      classNames: { root: inputs.checkbox, input: inputs.checkboxInput, label: inputs.checkboxLabel },
    }),
  },
})

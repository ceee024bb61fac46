import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Title.layer.css'
import '#client/theme/status-variables.css'
import '#client/theme/unstyled-button.css'
import './staff-variables.css'
import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  createTheme,
  Input,
  MantineThemeProvider,
  NativeSelect,
  Paper,
  Radio,
  Switch,
  Title,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import { namedColor } from '#client/theme/theme.ts'
import styles from './staff-region.module.css'

/** What the dashboard adds to the theme of the public pages: it is denser, and has more components. */
const staffTheme = createTheme({
  colors: { ink: namedColor, progress: namedColor, error: namedColor },
  components: {
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'ink', size: 'xl' },
      classNames: { root: styles.icon },
    }),
    Alert: Alert.extend({ defaultProps: { color: 'ink', variant: 'default' }, classNames: { root: styles.alert } }),
    Button: Button.extend({ classNames: { root: styles.button, label: styles.label } }),
    Checkbox: Checkbox.extend({
      defaultProps: { size: 'sm' },
      classNames: { root: styles.plain, body: styles.choice, input: styles.control, label: styles.choiceLabel },
    }),
    Input: Input.extend({ defaultProps: { size: 'sm' }, classNames: { wrapper: styles.input } }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: { size: 'sm' } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { rightSection: <ChevronDownIcon /> } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, radius: 'lg' }, classNames: { root: styles.paper } }),
    Radio: Radio.extend({
      classNames: { body: styles.choice, radio: styles.control, label: styles.choiceLabel },
    }),
    Switch: Switch.extend({
      defaultProps: { size: 'md', withThumbIndicator: false },
      classNames: { body: styles.choice, label: styles.choiceLabel, track: styles.track },
    }),
    Title: Title.extend({ defaultProps: { order: 3 } }),
  },
})

/**
 * Gives Mantine's components the theme of the dashboard. Their props for single breakpoints, such as `p={{ sm: 'md' }}`,
 * write style elements, which the content security policy refuses.
 */
export function StaffRegion({ children }: { children: ReactNode }) {
  return (
    <MantineRegion>
      <MantineThemeProvider theme={staffTheme}>{children}</MantineThemeProvider>
    </MantineRegion>
  )
}

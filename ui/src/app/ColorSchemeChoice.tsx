import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import classes from './ColorSchemeChoice.module.css'

const CHOICES: { scheme: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'System', icon: IconDeviceDesktop },
]

/** All three choices; the button in the header only switches between the two that can be seen. */
export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>Colors</legend>
      {CHOICES.map(({ scheme, label, icon: Icon }) => (
        <button
          key={scheme}
          type="button"
          className={classes.choice}
          aria-pressed={colorScheme === scheme}
          onClick={() => setColorScheme(scheme)}
        >
          <Icon size={16} aria-hidden="true" />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, forwardRef } from 'react'

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>

const ButtonAnchor = forwardRef<HTMLAnchorElement, Omit<ButtonProps, 'href'> & Anchor>(
  function ButtonAnchor(props, ref) {
    return <Button component="a" ref={ref} {...props} />
  },
)

/** A button that goes somewhere. `<Button component={Link}>` would lose the checked params. */
export const ButtonLink = createLink(ButtonAnchor)

import { Dialog } from '@/components/Dialog'
import classes from './PhotoGallery.module.css'

/** Of a picture, in pixels. */
interface Photo {
  url: string
  width: number
  height: number
  name: string
}

/** One picture as large as the screen allows. */
export default function LargePhoto(props: { photo: Photo; onClose: () => void }) {
  const { url, width, height, name } = props.photo
  return (
    <Dialog title={name} size="lg" onClose={props.onClose}>
      <img className={classes.large} src={url} width={width} height={height} alt={name} />
    </Dialog>
  )
}

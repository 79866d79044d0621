import { Box, Bubble, Cross, House, Person, Phone, Tick } from './parts'
import classes from './Scene.module.css'

/** Drawings of customers, homes and the console. */
export const PEOPLE_SCENES = {
  greet: (
    <>
      <House x={234} />
      <Person x={104} reach={[128, 76]} />
      <Person x={196} helper reach={[174, 104]} />
    </>
  ),
  phone: (
    <Phone x={160}>
      <rect className={classes.soft} x={-28} y={-44} width={56} height={52} rx={6} />
      <path className={classes.none} d="M-20 -30H14M-20 -16H20" />
      <rect x={-28} y={20} width={24} height={20} rx={5} />
      <rect className={classes.accent} x={4} y={20} width={24} height={20} rx={5} />
    </Phone>
  ),
  message: (
    <>
      <Bubble x={70} y={34} w={120} />
      <Bubble x={130} y={76} w={120} mine />
      <Bubble x={70} y={118} w={84} />
    </>
  ),
  clock: (
    <>
      <circle cx={160} cy={92} r={56} />
      <path className={classes.mark} d="M160 92V54M160 92L186 106" />
      <path className={classes.none} d="M160 40V46M212 92H206M160 144V138M108 92H114" />
    </>
  ),
  home: (
    <>
      <path d="M96 158V38H224V158" />
      <path className={classes.mark} d="M96 158V38M224 158V38" />
      <path className={classes.soft} d="M40 158H280L262 148H58Z" />
      <Person x={146} reach={[172, 108]} />
      <Box x={182} y={120} w={30} h={26} />
    </>
  ),
  street: (
    <>
      <House x={70} />
      <House x={170} />
      <Person x={238} helper />
      <Person x={274} />
    </>
  ),
  calendar: (
    <>
      <rect x={96} y={44} width={128} height={104} rx={8} />
      <path className={classes.none} d="M96 70H224M122 36V52M198 36V52" />
      <rect className={classes.soft} x={112} y={84} width={26} height={20} />
      <rect className={classes.accent} x={182} y={116} width={26} height={20} />
      <path className={classes.mark} d="M144 98Q170 100 178 118M178 118l-10 -2M178 118l2 -10" />
    </>
  ),
  pin: (
    <Phone x={160}>
      {[-26, -9, 8, 25].map((x) => (
        <circle key={x} className={classes.accent} cx={x} cy={-34} r={5} />
      ))}
      {[-12, 10, 32].map((y) =>
        [-20, 0, 20].map((x) => (
          <circle key={`${x} ${y}`} className={classes.soft} cx={x} cy={y} r={8} />
        )),
      )}
      <Tick x={0} y={56} />
    </Phone>
  ),
  bell: (
    <>
      <House x={222} />
      <Person x={150} reach={[186, 104]} />
      <path className={classes.dim} d="M196 92q8 -8 0 -16M204 98q14 -14 0 -28" />
      <Box x={92} />
    </>
  ),
  broken: (
    <>
      <path className={classes.soft} d="M120 100L134 54H178L192 100Z" />
      <path className={classes.none} d="M156 100V146M134 150H178" />
      <path className={classes.warn} d="M150 54L160 74L148 84L158 100" />
      <rect x={226} y={76} width={54} height={38} rx={6} />
      <circle className={classes.accent} cx={253} cy={96} r={11} />
    </>
  ),
  money: (
    <>
      <rect x={58} y={56} width={96} height={62} rx={8} />
      <path className={classes.none} d="M58 76H154" />
      <Tick x={106} y={98} />
      <rect x={196} y={64} width={80} height={46} rx={3} />
      <circle className={classes.none} cx={236} cy={87} r={13} />
      <Cross x={236} y={87} />
    </>
  ),
  upset: (
    <>
      <Person x={96} />
      <Person x={224} helper reach={[204, 66]} />
      <path className={classes.warn} d="M176 34l8 14l-14 4l10 16" />
      <path className={classes.mark} d="M110 84Q140 104 168 88" />
    </>
  ),
  privacy: (
    <>
      <House x={92} />
      <rect className={classes.accent} x={196} y={84} width={72} height={60} rx={8} />
      <path className={classes.none} d="M210 84V66Q210 44 232 44Q254 44 254 66V84" />
    </>
  ),
} as const

import { Box, Cross, House, Person, Sofa, Tick, Van } from './parts'
import classes from './Scene.module.css'

/** Drawings of lifting, loading and driving. */
export const WORK_SCENES = {
  team: (
    <>
      <Van x={160} />
      <Person x={56} />
      <Person x={266} helper reach={[246, 104]} />
      <Tick x={56} y={50} />
    </>
  ),
  look: (
    <>
      <House x={236} />
      <Person x={64} reach={[92, 92]} />
      <path className={classes.mark} strokeDasharray="2 10" d={'M96 150Q150 120 222 150'} />
      <path className={classes.none} d="M104 84H128M128 84l-8 -6M128 84l-8 6" />
    </>
  ),
  lift: (
    <>
      <Person x={70} crouch reach={[104, 134]} />
      <Box x={116} />
      <Person x={216} reach={[246, 106]} />
      <Box x={254} y={118} />
      <path className={classes.mark} d="M150 132V86M150 86l-8 10M150 86l8 10" />
    </>
  ),
  dolly: (
    <>
      <Person x={96} reach={[136, 98]} />
      <path className={classes.none} d="M136 84V146H214" />
      <Box x={176} y={144} w={68} h={72} />
      <path className={classes.none} d="M142 96H210M142 120H210" />
      <circle cx={154} cy={152} r={7} />
      <circle cx={202} cy={152} r={7} />
    </>
  ),
  sofa: (
    <>
      <Person x={86} reach={[114, 120]} />
      <Sofa x={160} y={132} />
      <Person x={234} helper reach={[206, 120]} />
      <path className={classes.soft} d="M100 22H170V46H126L116 56V46H100Z" />
      <text x={135} y={39} fontSize={13}>
        “up”
      </text>
    </>
  ),
  stairs: (
    <>
      <path d="M300 158V58H262V83H224V108H186V133H148V158Z" />
      <Sofa x={208} y={96} turn={-33} />
      <Person x={134} reach={[168, 112]} />
      <Person x={282} y={58} helper reach={[244, 62]} />
    </>
  ),
  wrap: (
    <>
      <rect className={classes.soft} x={112} y={62} width={86} height={96} rx={4} />
      <path
        className={classes.none}
        d="M112 84L198 70M112 108L198 94M112 132L198 118M112 154L198 142"
      />
      <Person x={248} reach={[200, 96]} />
      <rect x={44} y={84} width={44} height={74} />
      <path className={classes.mark} d="M44 100V84H60M72 84H88V100M88 142V158H72M60 158H44V142" />
    </>
  ),
  load: (
    <>
      <Van x={190} open />
      <Box x={204} y={146} w={30} h={56} />
      <Box x={168} y={146} w={30} h={34} />
      <Box x={168} y={112} w={24} h={18} />
      <Person x={70} reach={[98, 108]} />
      <Box x={106} y={122} w={28} h={24} />
    </>
  ),
  strap: (
    <>
      <path className={classes.dim} d="M40 34H280V158H40" />
      <Box x={150} y={158} w={96} h={92} />
      <path className={classes.mark} d="M40 92L102 84H198L280 92M40 136L102 130H198L280 136" />
      <circle className={classes.accent} cx={40} cy={92} r={5} />
      <circle className={classes.accent} cx={280} cy={92} r={5} />
      <circle className={classes.accent} cx={40} cy={136} r={5} />
      <circle className={classes.accent} cx={280} cy={136} r={5} />
    </>
  ),
  drive: (
    <>
      <Van x={96} />
      <path d="M246 134l8 -16h34l8 16v14h-50Z" />
      <circle cx={258} cy={150} r={7} />
      <circle cx={286} cy={150} r={7} />
      <path
        className={classes.mark}
        d="M172 132H238M172 132l9 -7M172 132l9 7M238 132l-9 -7M238 132l-9 7"
      />
      <text x={205} y={118} fontSize={15}>
        4 s
      </text>
    </>
  ),
  park: (
    <>
      <path className={classes.dim} d="M12 166H308" />
      <Van x={110} />
      <path className={classes.accent} d="M250 158V122Q250 110 260 110Q270 110 270 122V158Z" />
      <path className={classes.none} d="M244 130H276M244 158H276" />
      <path
        className={classes.mark}
        d="M184 64H246M184 64l8 -6M184 64l8 6M246 64l-8 -6M246 64l-8 6"
      />
      <text x={215} y={52} fontSize={15}>
        15 ft
      </text>
    </>
  ),
  ramp: (
    <>
      <Van x={210} open />
      <path className={classes.soft} d="M60 158L140 140V146L66 160Z" />
      <Person x={84} y={152} reach={[112, 112]} />
      <Box x={118} y={136} w={26} h={26} />
      <Cross x={42} y={140} />
    </>
  ),
  rest: (
    <>
      <path className={classes.none} d="M60 158V120H150V158M60 132H150" />
      <Person x={104} y={146} crouch reach={[124, 96]} />
      <path className={classes.accent} d="M122 84H134V102H122Z" />
      <path className={classes.soft} d="M240 40a34 34 0 1 0 30 50a28 28 0 0 1 -30 -50Z" />
      <text x={196} y={76} fontSize={18}>
        z z
      </text>
    </>
  ),
  stop: (
    <>
      <path className={classes.warn} d="M138 40H182L212 70V114L182 144H138L108 114V70Z" />
      <text x={160} y={100} fontSize={24}>
        STOP
      </text>
      <Person x={62} />
      <path className={classes.none} d="M248 158V116Q258 106 268 116V158ZM254 108V98H262V108" />
      <path className={classes.warn} d="M252 136H264" />
    </>
  ),
  aid: (
    <>
      <rect x={96} y={66} width={128} height={84} rx={10} />
      <path className={classes.none} d="M138 66V54H182V66" />
      <path className={classes.mark} d="M160 86V130M138 108H182" />
    </>
  ),
} as const

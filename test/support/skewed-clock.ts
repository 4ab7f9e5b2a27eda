/** Loaded before a program (`node --import`): its machine's clock is off by CLOCK_SKEW_MS until SIGUSR2. */
let skewMs = Number(process.env.CLOCK_SKEW_MS)
process.on('SIGUSR2', () => {
  skewMs = 0
})

const RealDate = Date
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) =>
    args.length === 0 ? new target(target.now() + skewMs) : Reflect.construct(target, args),
  get: (target, name) => (name === 'now' ? () => target.now() + skewMs : Reflect.get(target, name, target)),
})

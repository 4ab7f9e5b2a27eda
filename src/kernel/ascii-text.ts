/**
 * Lower-case letters that Unicode does not decompose into a base letter and an accent; other alphabets are
 * transliterated, as in a passport.
 */
const spelledOut = new Map(
  [
    'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ħ=h ŋ=n ŧ=t',
    'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh',
    'щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i є=ye ґ=g ђ=d ј=j љ=lj њ=nj ћ=c џ=dz',
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
    '‘=\' ’=\' ‚=\' “=" ”=" „=" «=" »=" ‐=- ‑=- ‒=- –=- —=- −=- ⁄=/',
  ]
    .join(' ')
    .split(' ')
    .map(pair => [pair.slice(0, 1), pair.slice(2)] as const),
)

/**
 * The text in printable ASCII, as codes and bank files need it: accents are dropped, other letters transliterated, and
 * anything else becomes a space. Empty when nothing is left.
 */
export function toAscii(text: string): string {
  let ascii = ''
  for (const character of text.normalize('NFKD')) {
    if (character >= ' ' && character <= '~') ascii += character
    else if (!/[\p{M}\u200c\u200d]/u.test(character)) ascii += spell(character)
  }
  return ascii.replaceAll(/ +/g, ' ').trim()
}

/** Whether a reader of Latin letters finds any in what remains of the text. */
export function hasLatinWriting(text: string): boolean {
  return /[A-Za-z]/.test(toAscii(text))
}

function spell(character: string): string {
  const lower = character.toLowerCase()
  const spelled = spelledOut.get(lower)
  if (spelled === undefined) return ' '
  return lower === character ? spelled : spelled.charAt(0).toUpperCase() + spelled.slice(1)
}

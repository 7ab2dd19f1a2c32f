// @generated from expression.grammar by scripts/grammar.ts: `npm run grammar`.
import {LRParser} from "@lezer/lr"
const spec_identifier = {__proto__:null,null:6, true:10, false:12, and:56, or:58, not:60, in:62}
export const parser = LRParser.deserialize({
  version: 14,
  states: ")rOVQPOOO}QQO'#DhO#_QQO'#CgOVQPO'#ChO$oQPO'#CkO$vQPO'#CoQ%RQQOOO%|QPO'#C}OVQPO'#DROOQO'#Dh'#DhOOQO'#C^'#C^OOQO'#C`'#C`OVQPO'#DUOOQO'#Cf'#CfOOQO,59P,59PO&RQQO,59SO&YQQO'#DjO&gQPO,59VOOQO'#Cr'#CrO&lQPO'#CqO&qQPO'#DkO&yQPO,59ZO'OQPO,59aOVQPO,59hOOQO'#D]'#D]OOQO'#D_'#D_OVQPO,59qOVQPO,59qOVQPO,59qOVQPO,59qOVQPO,59qOVQPO,59{OOQO'#DZ'#DZO'jQPO'#D[O'oQPO'#DPOOQO,59i,59iO'vQQO,59mO)oQQO,59pOOQO1G.n1G.nOVQPO'#DcO*fQPO,5:UOOQO1G.q1G.qOVQPO,59]O*qQPO'#DdO*yQPO,5:VOOQO1G.u1G.uOOQO'#Cw'#CwO+RQQO1G.{O,cQQO1G/SO-tQQO1G/]O-{QQO1G/]O/WQQO1G/]O/eQQO1G/]O/rQQO1G/]O0iQQO1G/gOOQO,59v,59vO0pQPO,59kO0uQQO,59}OOQO-E7a-E7aO1SQQO1G.wOOQO,5:O,5:OOOQO-E7b-E7bOOQO7+$r7+$rOOQO7+$n7+$nOVQPO7+%ROOQO1G/V1G/VO1^QQO<<Hm",
  stateData: "1t~O!ZOS~ORYOTZOUZOVXOWPO]RO`SOdTOn[OvWOwWO!]QO~O!]]O`![Xj![Xl![Xm![Xn![Xo![Xv![Xz![X{![X|![X!Q![X!S![X!U![X!X![X^![Xa![Xb![Xg![Xh![X~O]rX`ZXjZXlZXmZXnZXoZXvZXzZX{ZX|ZX!QZX!SZX!UZX!XZX^ZXaZXbZXgZXhZX~Ob!^P~PVOVbO!]bOh!_P~O`gOjfOlhOmiOnqOopOvkOzjO{kO|lO!QhO!SiO!UoO~O]rO~O^vO~P%ROawOb!^X^!^X~P%RObyO~OgzO~Oa{Oh!_X~Oh}O~OR!OOT!OOU!OOl!OOm!OOn!OOo!OO!]!OO~Oo!XO~O^!^P~PVO`gOjfOluamuanuaouavuazua{ua|ua!Qua!Sua!Uua!Xua^uaauabuaguahua~O`gOjfOnqOopOvkOzjO{kO|lO~Olxamxa!Qxa!Sxa!Uxa!Xxa^xaaxabxagxahxa~P)TOawOb!^a^!^a~OVbO!]bO~Oa{Oh!_a~O]rO`iijiiliimiiniioiiviizii{ii|ii!Qii!Sii!Uii!Xii^iiaiibiigiihii~Ob!aO~P%RO`gOjfOlyimyinyioyivyi{yi|yi!Qyi!Syi!Uyi!Xyi^yiayibyigyihyi~Ozyi~P,jOzjO~P,jO`gOjfOvkOzjO{kOlyimyi!Qyi!Syi!Uyi!Xyi^yiayibyigyihyi~Onyioyi|yi~P.SOnqOopO|lO~P.SOlhO!QhOmyi!Syi!Uyi!Xyi^yiayibyigyihyi~P)TOg!bO~P%RO^!cO~Oa!Vab!Va^!Va~P%ROaeihei~P%RO!X!Ty^!Tya!Tyb!Tyg!Tyh!Ty~P%RO",
  goto: "%v!`PP!aP!aPPPP!a!s!a!aPP!aPPP!aP!v!|PP!aP#QPPPP!a!a#T#g!a!aPP!a!aPPP#m#m#zP$VP!aP$a$gPPP$mP%m%sqXORSW[gjklmnorwz!bR^PQdTR!^{TcT{R!PfqVORSW[gjklmnorwz!bQsVR!`!PglU_`u!Q!U!V!W!Z!]!dcmU_`!Q!V!W!Z!]!danU_`!Q!W!Z!]!dQx`R![xQ|dR!_|QUOQ_RS`SrQtWQu[Q!QgQ!RjQ!SkQ!TlQ!UmQ!VnQ!WoQ!ZwQ!]zR!d!bQaSR!YrReT",
  nodeNames: "⚠ Expression Null null Boolean true false String Number Quantity Unit Name Parenthesized ( ) List [ , ] Shape { Entry Key : } Member . MemberName and or not in Index Call Callee Arguments MethodCall Unary Minus Bang Not Binary TimesOp Plus CompareOp In NotIn And && Or || Conditional ?",
  maxTerm: 61,
  nodeProps: [
    ["group", -17,2,4,7,8,9,11,12,15,19,25,32,33,36,37,40,41,51,"Operand"]
  ],
  skippedNodes: [0],
  repeatNodeCount: 2,
  tokenData: "-j~R!YXY$qYZ$q]^$qpq$qqr%]rs%ruv'fvw'kwx'vxy)eyz)jz{'f{|)o|})t}!O)y!O!P*O!P!Q'f!Q![*T![!]*n!^!_*s!_!`+O!`!a%e!a!b+^!c!}+c!}#O,y#P#Q-O#R#S+c#T#o+c#o#p-T#p#q-Y#q#r-e$f$g$q$p$q+c${$|+c%Q%R+c%W%o+c%o%p'f%p&a+c&a&b'f&b$IS+c$I]$I^$q$I`$Ia+c$Ia$Ib+c$Ig$Ih)y$JT$JU$q%&l%&m)y%(^%(_%m%(b%(c%m%(c%(d%m%<f%FY+c&/x&FU+c&FZ;'S+c;'S;=`,s<%l?Bj+c?Bj?HU+c?Hf?M`+c~$vV!Z~XY$qYZ$q]^$qpq$q$f$g$q$I]$I^$q$JT$JU$qR%bPwP!_!`%eQ%jP|Q!_!`%mQ%rO|Q~%uWOY%rZr%rrs&_s#O%r#O#P&d#P;'S%r;'S;=`'`<%lO%r~&dOV~~&gRO;'S%r;'S;=`&p;=`O%r~&sXOY%rZr%rrs&_s#O%r#O#P&d#P;'S%r;'S;=`'`;=`<%l%r<%lO%r~'cP;=`<%l%r~'kOz~~'nPvw'q~'vO!Q~~'yWOY'vZw'vwx&_x#O'v#O#P(c#P;'S'v;'S;=`)_<%lO'v~(fRO;'S'v;'S;=`(o;=`O'v~(rXOY'vZw'vwx&_x#O'v#O#P(c#P;'S'v;'S;=`)_;=`<%l'v<%lO'v~)bP;=`<%l'v~)jO]~~)oO^~~)tO{~~)yOa~~*OOv~~*TOj~~*YQW~!O!P*`!Q![*T~*cP!Q![*f~*kPW~!Q![*f~*sOg~Q*xQ|Q!_!`%m!`!a%mQ+TR|Q!^!_%m!_!`%e!`!a%m~+cO!U~~+hc!]~!Q![+c!c!}+c#R#S+c#T#o+c$p$q+c${$|+c%Q%R+c%W%o+c%p&a+c&b$IS+c$I`$Ia+c$Ia$Ib+c%<f%FY+c&/x&FU+c&FZ;'S+c;'S;=`,s<%l?Bj+c?Bj?HU+c?Hf?M`+c~,vP;=`<%l+c~-OO`~~-TOb~~-YOd~~-]P#p#q-`~-eO!S~~-jOh~",
  tokenizers: [0, 1],
  topRules: {"Expression":[0,1]},
  specialized: [{term: 59, get: (value: keyof typeof spec_identifier) => spec_identifier[value] || -1}],
  tokenPrec: 0
})

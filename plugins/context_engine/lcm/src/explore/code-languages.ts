/** How a language looks, line by line. Every form is tried on the beginning of a line alone. */
export interface CodeLanguage {
  readonly name: string;
  readonly imports: RegExp;
  /** What declares something; the first group that takes part is its name. */
  readonly declarations: readonly RegExp[];
  /** Other lines that hardly any other language has. */
  readonly others: RegExp;
}

const NOT_METHODS = '(?!(?:if|for|while|switch|catch|return|function|with|super|constructor\\.)\\b)';

/** The languages that are known. Of two that fit alike the first is named. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = [
  {
    name: 'TypeScript or JavaScript',
    imports: /^\s*(?:import\s.*['"];?$|import \{$|export .*from ['"]|\} from ['"]|(?:const|let|var) .*= require\()/,
    declarations: [
      /^\s*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|namespace) ([\w$]+)/,
      /^\s*(?:export )?(?:declare )?(?:const )?(?:enum|type) ([\w$]+)(?: =|<| \{)/,
      /^(?:export )?(?:const|let|var) ([\w$]+)/,
      new RegExp(
        `^ {2,4}(?:public |private |protected |static |async |override |get |set ){0,4}${NOT_METHODS}([\\w$#]+)\\([^;]*\\{$`,
      ),
      /^\s*(?:describe|it|test)\((['"`].*['"`]),/,
    ],
    others: /^\s*(?:(?:const|let) [\w$[{]|\}\);?$|.*=> ?[{(]?$|return .*;$|this\.)/,
  },
  {
    name: 'Python',
    imports: /^\s*(?:import [\w., ]+$|import \w+ as \w+|from [\w.]+ import )/,
    declarations: [/^\s*(?:async )?(?:def|class) (\w+)[(:]/],
    others: /^\s*(?:(?:if|elif|for|while|with|try|except|else|finally)\b.*:$|self\.|@\w|return\b|"""|raise \w)/,
  },
  {
    name: 'Go',
    imports: /^(?:import\b|\t(?:\w+ )?"[\w./-]+"$)/,
    declarations: [/^func (?:\([^)]*\) ?)?(\w+)/, /^type (\w+) /, /^(?:var|const) (\w+) /],
    others: /^\s*(?:package \w+$|if err != nil|\w+(?:, \w+)? := |defer |go func|return\b)/,
  },
  {
    name: 'Rust',
    imports: /^\s*(?:pub(?:\([^)]*\))? )?(?:use [\w:]+|mod \w+;|extern crate )/,
    declarations: [
      /^\s*(?:pub(?:\([^)]*\))? )?(?:async |unsafe |const ){0,3}(?:fn|struct|enum|trait|union) (\w+)/,
      /^\s*(?:pub(?:\([^)]*\))? )?(?:type|static|const|mod|macro_rules!) (\w+)/,
      /^(impl\b[^{]*)/,
    ],
    others: /^\s*(?:let (?:mut )?\w+|#!?\[|match .*\{$|\/\/\/|Ok\(|Some\(|\.unwrap\(\))/,
  },
  {
    name: 'Java or C#',
    imports: /^(?:import (?:static )?[\w.*]+;|using (?:static )?[\w.]+(?: = .*)?;|package [\w.]+;|namespace [\w.]+)/,
    declarations: [
      /^\s*(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial) ){0,4}(?:class|interface|enum|record|struct) (\w+)/,
      /^\s*(?:public|private|protected|internal) [^=;()]*\b(\w+)\(/,
    ],
    others: /^\s*(?:@(?:Override|Test|Autowired)|(?:public|private|protected) .*;$|return .*;$|\[\w+\]$|throw new )/,
  },
  {
    name: 'C or C++',
    imports: /^\s*#\s*include\b/,
    declarations: [
      /^(?:typedef )?(?:struct|class|enum|union|namespace) (\w+)/,
      /^(?!return\b|else\b|using\b|import\b|export\b|type\b|func\b|fn\b|def\b|class\b)[A-Za-z_][\w\s:<>*&,]*[\s*&]([\w:~]+)\([^;'"`]*[(),{]$/,
      /^\s*#\s*define (\w+)/,
    ],
    others: /^\s*(?:#\s*(?:if|ifdef|ifndef|endif|else|pragma)\b|\w+->\w+|std::|\w+ \*\w+ = )/,
  },
  {
    name: 'shell',
    imports: /^\s*(?:source|\.) \S+$/,
    declarations: [/^(?:function )?([\w-]+) ?\(\) ?\{/],
    others:
      /^(?:#!.*sh$|\s*(?:if \[|fi$|.*; ?then$|done$|esac$|.*;;$|export \w+=|set -\w|echo ["'$]|[A-Z_]+=|\w+=\$\())/,
  },
];

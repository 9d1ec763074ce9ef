class Scoresheet < Formula
  desc "Language server, linter and formatter for chess PGN, EPD and FEN files"
  homepage "@repository@"
  version "@version@"
  license "GPL-3.0-or-later"

  on_macos do
    on_arm do
      url "@url aarch64-apple-darwin@"
      sha256 "@sha256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@url x86_64-apple-darwin@"
      sha256 "@sha256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@url aarch64-unknown-linux-gnu@"
      sha256 "@sha256 aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@url x86_64-unknown-linux-gnu@"
      sha256 "@sha256 x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "bin/scoresheet"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/scoresheet"
    zsh_completion.install "share/zsh/site-functions/_scoresheet"
    fish_completion.install "share/fish/vendor_completions.d/scoresheet.fish"
  end

  test do
    (testpath/"games.pgn").write "1. e4 e5 2. Ke3 *\n"
    assert_match "illegal-move", shell_output("#{bin}/scoresheet check --output-format concise games.pgn", 1)
  end
end

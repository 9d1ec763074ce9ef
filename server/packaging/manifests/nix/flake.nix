{
  description = "Scoresheet: language server, linter and formatter for chess PGN, EPD and FEN files";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  inputs.scoresheet = {
    url = "github:@owner@/v@version@";
    flake = false;
  };

  outputs = { self, nixpkgs, scoresheet }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "scoresheet";
          version = "@version@";
          src = scoresheet;
          cargoLock.lockFile = "${scoresheet}/Cargo.lock";
          cargoBuildFlags = [ "-p" "scoresheet" ];
          buildFeatures = [ "pictures" "parquet" ];
          # They need editors, other programs and files of games.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/scoresheet man $TMPDIR/man
            installManPage $TMPDIR/man/*.1
            installShellCompletion --cmd scoresheet \
              --bash <($out/bin/scoresheet completions bash) \
              --zsh <($out/bin/scoresheet completions zsh) \
              --fish <($out/bin/scoresheet completions fish)
          '';
          meta = {
            description = "Language server, linter and formatter for chess PGN, EPD and FEN files";
            homepage = "@repository@";
            license = pkgs.lib.licenses.gpl3Plus;
            mainProgram = "scoresheet";
          };
        };
      });
    };
}
